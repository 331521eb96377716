import { useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { type DevicePreferences, usePreferences } from './device.ts';

type Hours = Pick<DevicePreferences, 'quietFrom' | 'quietTo'>;

/** From when until when this device shows no notifications, by its own clock. */
export function QuietHours({ busy, onChange }: { busy: boolean; onChange(hours: Hours): Promise<void> }) {
  const { t } = useTexts();
  const stored = usePreferences();
  const [typed, setTyped] = useState<Partial<Hours>>({});
  const { quietFrom, quietTo } = { ...stored, ...typed };
  const isChanged = quietFrom !== stored.quietFrom || quietTo !== stored.quietTo;
  const field = (name: keyof Hours, label: string, value: string) => (
    <TextField
      label={label}
      type="time"
      required
      value={value}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  );
  return (
    <Form onSubmit={() => void onChange({ quietFrom, quietTo })}>
      <fieldset className="mt-6">
        <legend className="mb-2 font-semibold">{t('push.quiet')}</legend>
        <div className="flex flex-wrap items-end gap-4">
          {field('quietFrom', t('push.from'), quietFrom)}
          {field('quietTo', t('push.to'), quietTo)}
          <Button type="submit" kind="quiet" disabled={busy || !isChanged || !quietFrom || !quietTo}>
            {t('push.save')}
          </Button>
        </div>
        <p className="mt-2 max-w-prose text-sm text-soft">{t('push.quietHint')}</p>
      </fieldset>
    </Form>
  );
}
