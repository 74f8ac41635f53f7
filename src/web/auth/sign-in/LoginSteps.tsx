import { type ReactNode, useState } from 'react';
import { LoginForm } from './LoginForm.tsx';
import { SecondStep } from './SecondStep.tsx';

type Props = {
  email?: string | null | undefined;
  onDone: () => Promise<void>;
  /** Other ways to sign in, below the password. */
  children?: ReactNode;
};

/** Signs in with the password and, where the member has one, the second factor. */
export function LoginSteps({ email, onDone, children }: Props) {
  const [ticket, setTicket] = useState<string | null>(null);
  if (ticket !== null) return <SecondStep ticket={ticket} onDone={onDone} onBack={() => setTicket(null)} />;
  return (
    <>
      <LoginForm email={email} onDone={onDone} onSecondStep={setTicket} />
      {children}
    </>
  );
}
