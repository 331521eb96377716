/** What a command does at the moment. */
export interface Progress {
  /** Such as "Copying files". */
  step: string;
  done: number;
  total: number;
  /** Such as the name of a table. */
  detail?: string;
}

export type OnProgress = (progress: Progress) => void;

const pauseMs = 200;
const linePauseMs = 30_000;

/** Writes progress as one line that changes on a terminal, else as a line for each step and each half minute. */
export function progressLine(out: NodeJS.WriteStream): { show: OnProgress; end(): void } {
  let step = '';
  let shownAt = 0;
  let isOpen = false;
  return {
    show(progress) {
      const now = Date.now();
      const isNewStep = progress.step !== step;
      if (!isNewStep && now - shownAt < (out.isTTY ? pauseMs : linePauseMs)) return;
      step = progress.step;
      shownAt = now;
      const text = describe(progress);
      if (out.isTTY) out.write(`\r\x1b[K${text.slice(0, out.columns - 1)}`);
      else out.write(`${text}\n`);
      isOpen = out.isTTY;
    },
    end() {
      if (isOpen) out.write('\r\x1b[K');
      isOpen = false;
    },
  };
}

function describe({ step, done, total, detail }: Progress) {
  const share = total > 0 ? ` ${Math.floor((100 * done) / total)} %` : '';
  return `${step}${share}${detail ? ` (${detail})` : ''}`;
}

/** A size for people, such as "5.1 GB". */
export function describeBytes(bytes: number): string {
  const unit = ['B', 'kB', 'MB', 'GB', 'TB'].findLast((_, power) => bytes >= 1000 ** power) ?? 'B';
  const value = bytes / 1000 ** ['B', 'kB', 'MB', 'GB', 'TB'].indexOf(unit);
  return `${value.toFixed(value < 10 && unit !== 'B' ? 1 : 0)} ${unit}`;
}
