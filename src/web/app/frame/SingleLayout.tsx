import { Outlet } from '@tanstack/react-router';

/** Pages that stand alone draw their own frame. */
export function SingleLayout() {
  return <Outlet />;
}
