import { useId, useRef } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { useFileUrl } from '#src/client/file-url.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';

interface PortraitFieldProps {
  chosen: File | null;
  /** Path of the stored portrait, below the API's host. */
  current: string | null;
  /** Shown if there is no picture. */
  initials: string;
  error?: string | undefined;
  onChoose(file: File | null): void;
}

/** A round picture with buttons to choose another or to remove it. */
export function PortraitField({ chosen, current, initials, error, onChoose }: PortraitFieldProps) {
  const { t } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const url = useFileUrl(chosen) ?? (current && apiHost + current);
  return (
    <div className="flex flex-wrap items-center gap-5">
      <div className="relative size-28 flex-none">
        {url ? (
          <img src={url} alt={t('accounts.portrait')} className="size-28 rounded-full object-cover" />
        ) : (
          <span className="grid size-28 place-items-center rounded-full bg-ink font-semibold text-3xl text-paper">
            {initials}
          </span>
        )}
        <label
          htmlFor={id}
          className="absolute end-0 bottom-0 grid size-11 cursor-pointer place-items-center rounded-full border border-ink bg-paper focus-within:outline-3 focus-within:outline-press"
        >
          <Icon name="edit" />
          <span className="sr-only">{t('accounts.profileImage')}</span>
          <input
            ref={input}
            id={id}
            name="profile_image"
            type="file"
            accept="image/png,image/jpeg"
            className="sr-only"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
            onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
          />
        </label>
      </div>
      <div>
        <p id={`${id}-hint`} className="text-sm text-soft">
          {t('accounts.portraitHint')}
        </p>
        {url && (
          <button
            type="button"
            className="link min-h-11 font-semibold"
            onClick={() => {
              if (input.current) input.current.value = '';
              onChoose(null);
            }}
          >
            {t('accounts.removeImage')}
          </button>
        )}
        {error && (
          <p id={`${id}-error`} role="alert" className="font-medium text-bad text-sm">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
