import { useState } from 'react';
import { refetch, useCall } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { TextSize } from '#src/ui/text-size.tsx';
import { readerCalls, type PageText as Text } from '../reader.contract.ts';
import type { OpenEdition } from '../server/reader.service.ts';
import { TextCorrection } from './text-correction.tsx';

/** Pages as text: for phones and screen readers. The text of the initial page is rendered on the server. */
export function PageTexts({ edition, pages, page }: { edition: OpenEdition; pages: number[]; page: number }) {
  const [open, setOpen] = useState(false);
  return pages.map((one) => (
    <PageText key={one} edition={edition} page={one} current={one === page} open={open} onOpen={setOpen} />
  ));
}

interface PageTextProps {
  edition: OpenEdition;
  page: number;
  /** Whether it is the requested page; the other one of a spread is shown on wide screens only. */
  current: boolean;
  open: boolean;
  onOpen(open: boolean): void;
}

function PageText({ edition, page, current, open, onOpen }: PageTextProps) {
  const { t } = useTexts();
  const newsroom = useSession(({ role }) => isAllowed(role, 'editors'));
  const initial = edition.text?.page === page ? edition.text : undefined;
  // The newsroom refetches, to see corrections; others use the initial text.
  const call = useCall(readerCalls.text, { params: { id: edition.report.id, page } }, open && (!initial || newsroom));
  const [correcting, setCorrecting] = useState(false);
  const text = call.data ?? initial;
  return (
    <details
      className="page-text no-print"
      data-other={current ? undefined : true}
      open={open}
      onToggle={(event) => onOpen(event.currentTarget.open)}
    >
      <summary>{t('reader.text', { page })}</summary>
      {!text && call.isError && <LoadFailure sentence={t('reader.textFailed')} call={call} />}
      {!text && !call.isError && <p role="status">{t('reader.loading')}</p>}
      {text && !correcting && <TextSize />}
      {text && !correcting && <Paragraphs text={text} />}
      {text && correcting && (
        <TextCorrection
          editionId={edition.report.id}
          text={text}
          onDone={async (changed) => {
            setCorrecting(false);
            if (changed) await refetch(readerCalls.text);
          }}
        />
      )}
      {text && newsroom && !correcting && (
        <Button kind="quiet" className="mt-4" onClick={() => setCorrecting(true)}>
          {t('reader.correct')}
        </Button>
      )}
    </details>
  );
}

function Paragraphs({ text: { paragraphs, language, garbled, partly, corrected } }: { text: Text }) {
  const { t } = useTexts();
  if (garbled || paragraphs.length === 0)
    return <p className="text-soft">{t(garbled ? 'reader.garbled' : 'reader.noText')}</p>;
  return (
    <>
      {partly && <p className="text-sm text-soft">{t('reader.partly')}</p>}
      {corrected && <p className="text-sm text-soft">{t('reader.corrected')}</p>}
      <div className="page-text-body" lang={language} dir={directionOf(language)}>
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a static list without state
          <p key={index}>{paragraph}</p>
        ))}
      </div>
    </>
  );
}
