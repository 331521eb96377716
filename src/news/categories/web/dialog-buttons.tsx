import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';

interface DialogButtonsProps {
  /** What the button says that sends the form. */
  submit: string;
  kind?: 'primary' | 'danger';
  busy: boolean;
  onClose(): void;
}

/** The buttons at the end of a form in a dialog. */
export function DialogButtons({ submit, kind = 'primary', busy, onClose }: DialogButtonsProps) {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" kind={kind} disabled={busy}>
        {submit}
      </Button>
      <Button kind="quiet" onClick={onClose} disabled={busy}>
        {t('newsroom.cancel')}
      </Button>
    </div>
  );
}
