import type { Reply } from '#src/calls/call.ts';
import { useCall } from '#src/client/queries.ts';
import type { Choice, PaperSize } from '#src/epaper/layout/compose.rules.ts';
import { columnLines, maxPages, type PrintText, printTextMaxLength } from '#src/epaper/layout/page-plan.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { CheckField, SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { type Candidate, composeCalls } from '../compose.contract.ts';

interface PrintDialogProps {
  story: Candidate;
  choice: Choice;
  print: PrintText | undefined;
  paper: PaperSize;
  /** Called with each change, so that closing the dialog loses nothing. */
  onChoose(changes: Partial<Choice>): void;
  onShorten(print: PrintText | undefined): void;
  onClose(): void;
}

/** Page, picture and text of a story in print. */
export function PrintDialog({ story, onClose, ...props }: PrintDialogProps) {
  const { t } = useTexts();
  const call = useCall(composeCalls.story, { params: { id: story.id } });
  return (
    <Dialog title={t('compose.inPrint')} onClose={onClose} wide>
      <p className="mt-2 font-serif text-lg" lang={story.language}>
        {story.title}
      </p>
      <div className="mt-4 grid gap-5">
        <PageFields {...props} />
        {call.isLoadingError && <LoadFailure sentence={t('compose.storyFailed')} call={call} />}
        {call.isLoading && <p className="text-soft">{t('compose.loading')}</p>}
        {call.data && (
          <>
            <PictureField pictures={call.data.pictures} {...props} />
            <TextFields story={story} web={call.data} {...props} />
          </>
        )}
        <div>
          <Button onClick={onClose}>{t('compose.apply')}</Button>
        </div>
      </div>
    </Dialog>
  );
}

type Fields = Omit<PrintDialogProps, 'story' | 'onClose'>;
type ForPrint = Reply<typeof composeCalls.story>;

function PageFields({ choice, onChoose }: Pick<Fields, 'choice' | 'onChoose'>) {
  const { t } = useTexts();
  return (
    <>
      <TextField
        label={t('compose.onPage')}
        type="number"
        min={1}
        max={maxPages}
        hint={t('compose.onPageHint')}
        value={choice.page ?? ''}
        onChange={({ target }) => {
          const page = Math.min(maxPages, Math.floor(Number(target.value)));
          onChoose(page >= 1 ? { page } : { page: undefined, top: undefined });
        }}
      />
      <CheckField
        label={t('compose.opensPage')}
        checked={choice.top === true}
        disabled={!choice.page}
        onChange={({ target }) => onChoose({ top: target.checked || undefined })}
      />
    </>
  );
}

function PictureField({ pictures, choice, onChoose }: Fields & Pick<ForPrint, 'pictures'>) {
  const { t } = useTexts();
  const { picture } = choice;
  const values: Record<string, number | null | undefined> = { lead: undefined, none: null };
  const value = picture === undefined ? 'lead' : picture === null ? 'none' : String(picture);
  return (
    <SelectField
      label={t('compose.printedPicture')}
      value={value}
      onChange={({ target }) =>
        onChoose({ picture: target.value in values ? values[target.value] : Number(target.value) })
      }
    >
      <option value="lead">{t('compose.leadPicture')}</option>
      <option value="none">{t('compose.noPicture')}</option>
      {pictures.map(({ id, caption }, index) => (
        <option key={id} value={id}>
          {caption || t('compose.pictureNumber', { number: index + 1 })}
        </option>
      ))}
    </SelectField>
  );
}

function TextFields({ story, web, print, paper, onShorten }: Fields & { story: Candidate; web: ForPrint }) {
  const { t } = useTexts();
  const count = (text: string) =>
    t('compose.textCount', { characters: text.trim().length, lines: columnLines(text, paper) });
  const write = (text: string) => onShorten(text ? { id: story.id, of: print?.of ?? web.digest, text } : undefined);
  return (
    <div className="print-texts">
      <TextArea
        label={t('compose.webText')}
        hint={count(web.text)}
        rows={12}
        readOnly
        lang={web.language}
        value={web.text}
      />
      <div>
        <TextArea
          label={t('compose.printText')}
          hint={print ? count(print.text) : t('compose.printTextHint')}
          rows={12}
          lang={web.language}
          error={print && print.text.length > printTextMaxLength ? t('compose.printTextTooLong') : undefined}
          value={print?.text ?? ''}
          onChange={({ target }) => write(target.value)}
        />
        {!print && (
          <Button
            kind="quiet"
            className="mt-3"
            onClick={() => onShorten({ id: story.id, of: web.digest, text: web.text })}
          >
            {t('compose.startFromWeb')}
          </Button>
        )}
        {print && print.of !== web.digest && (
          <p className="mt-3 font-medium text-bad text-sm" role="status">
            {t('compose.printOutdated')}{' '}
            <button type="button" className="link min-h-11" onClick={() => onShorten({ ...print, of: web.digest })}>
              {t('compose.printChecked')}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
