import type { ListedUser } from '#src/accounts/users/users.contract.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface TwoStepResetDialogProps {
  person: ListedUser;
  onChecked(): void;
  onClose(): void;
}

/** Explains how an administrator verifies who has lost a second step, before he resets it. */
export function TwoStepResetDialog({ person, onChecked, onClose }: TwoStepResetDialogProps) {
  const { t } = useTexts();
  return (
    <Dialog title={t('accounts.resetTwoStep')} onClose={onClose}>
      <p className="mt-2">{t('accounts.resetTwoStepCheck', { name: person.name })}</p>
      <Button className="mt-4" onClick={onChecked}>
        {t('accounts.resetTwoStepChecked')}
      </Button>
    </Dialog>
  );
}
