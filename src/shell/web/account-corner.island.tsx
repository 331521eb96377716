import { AvatarMenu } from './avatar-menu.tsx';
import { StaffBell } from './staff-bell.tsx';

/** The end of the top strip: what belongs to the user. */
export default function AccountCorner() {
  return (
    <>
      <StaffBell />
      <AvatarMenu />
    </>
  );
}
