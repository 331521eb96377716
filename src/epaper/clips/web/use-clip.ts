import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import type { Region } from '#src/epaper/pages/pages.rules.ts';
import { type Clip, clipCalls } from '../clips.contract.ts';
import { initialRegion } from '../clips.rules.ts';

export interface Clipping {
  /** The clip that is being drawn. */
  drawn: { page: number; region: Region } | null;
  /** The created clip. */
  made: Clip | null;
  busy: boolean;
  begin(page: number): void;
  draw(page: number, region: Region): void;
  make(): Promise<void>;
  end(): void;
}

/** State of a clip: drawing, creation, result. */
export function useClip(editionId: number): Clipping {
  const [drawn, setDrawn] = useState<Clipping['drawn']>(null);
  const [made, setMade] = useState<Clip | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    if (!drawn) return;
    setBusy(true);
    try {
      const body = { page: drawn.page, ...drawn.region };
      setMade(await callApi(clipCalls.create, { params: { id: editionId }, body }));
      setDrawn(null);
    } catch (error) {
      toastFailure(error, 'reader.clipFailed');
    } finally {
      setBusy(false);
    }
  };
  return {
    drawn,
    made,
    busy,
    begin: (page) => setDrawn({ page, region: initialRegion }),
    draw: (page, region) => setDrawn({ page, region }),
    make,
    end: () => {
      setDrawn(null);
      setMade(null);
    },
  };
}
