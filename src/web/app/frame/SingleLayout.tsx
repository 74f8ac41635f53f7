import { Outlet } from '@tanstack/react-router';
import { FloatingButtons } from './FloatingButtons.tsx';

/** Pages that stand alone draw their own frame. */
export function SingleLayout() {
  return (
    <>
      <Outlet />
      <FloatingButtons />
    </>
  );
}
