import { useTexts } from '#src/messages/texts.tsx';

/** Banner in the site's colours: a manuscript goes through the press and becomes a printed page with a seal. */
export function Banner() {
  const { t } = useTexts();
  return (
    <svg viewBox="0 0 1200 340" role="img" aria-label={t('submissions.bannerAlt')} className="block h-auto w-full">
      <defs>
        <pattern id="halftone" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <circle cx="5" cy="5" r="2.1" className="fill-ink" />
        </pattern>
        <pattern id="halftone-press" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <circle cx="4.5" cy="4.5" r="2.4" className="fill-press" />
        </pattern>
      </defs>
      <rect width="1200" height="340" className="fill-wash" />
      <rect y="250" width="1200" height="90" fill="url(#halftone)" opacity="0.28" />
      <path d="M0 250H1200" className="stroke-ink" strokeWidth="3" />
      <Manuscript />
      <Press />
      <PrintedPage />
    </svg>
  );
}

// Handwriting: uneven lines, one of them struck out.
const Manuscript = () => (
  <g transform="rotate(-7 250 170)" className="stroke-ink" strokeWidth="3" fill="none" strokeLinecap="round">
    <rect x="172" y="46" width="190" height="246" className="fill-rule" stroke="none" />
    <rect x="158" y="34" width="190" height="246" className="fill-paper" />
    <path d="M180 66c22-9 30 9 52 0s38 7 60-1" strokeWidth="5" />
    <path d="M180 98c12-5 24 5 40 0s30 5 48 0 26 4 52-1M180 122c14-5 26 4 44 0s28 4 50 0 22 3 44-1" />
    <path d="M180 146c10-4 22 4 38 0s34 4 62-1M180 170c16-5 30 5 48 0s32 4 50 0 26 3 42-1" />
    <path d="M180 194c12-4 20 4 36 0s30 4 44 0M180 218c14-5 26 4 44 0s28 4 50 0 22 3 44-1M180 242c10-4 20 4 34 0" />
    <path d="M178 196l96-6" className="stroke-press" strokeWidth="4" />
    <path d="M292 188c10-6 16 2 28-4" className="stroke-press" />
  </g>
);

// Two cylinders and the web of paper that runs between them.
const Press = () => (
  <g className="stroke-ink" strokeWidth="3" fill="none">
    <path d="M384 236C470 236 470 172 560 172H640C730 172 720 236 812 236" className="stroke-rule" strokeWidth="16" />
    <path d="M384 236C470 236 470 172 560 172H640C730 172 720 236 812 236" />
    <circle cx="600" cy="104" r="66" className="fill-paper" />
    <circle cx="600" cy="104" r="66" fill="url(#halftone)" opacity="0.55" />
    <circle cx="600" cy="104" r="20" className="fill-paper" />
    <circle cx="600" cy="104" r="5" className="fill-ink" />
    <circle cx="600" cy="226" r="50" className="fill-paper" />
    <circle cx="600" cy="226" r="50" fill="url(#halftone-press)" opacity="0.75" />
    <circle cx="600" cy="226" r="15" className="fill-paper" />
    <circle cx="600" cy="226" r="4" className="fill-ink" />
    <path d="M600 38V20M534 104H506M694 104h-28M520 250v58M680 250v58" strokeWidth="6" strokeLinecap="round" />
  </g>
);

const column = (x: number, y: number, lines: number) =>
  Array.from({ length: lines }, (_, line) => `M${x} ${y + line * 12}h${line === lines - 1 ? 34 : 56}`).join('');

const PrintedPage = () => (
  <g transform="rotate(5 940 165)" className="stroke-ink" strokeWidth="3" fill="none">
    <rect x="842" y="40" width="220" height="256" className="fill-rule" stroke="none" />
    <rect x="828" y="28" width="220" height="256" className="fill-paper" />
    <path d="M846 52h184" strokeWidth="12" />
    <path d="M846 70h184M846 76h184" strokeWidth="2" />
    <path d="M846 96h150M846 112h110" strokeWidth="8" />
    <rect x="978" y="130" width="52" height="64" fill="url(#halftone)" strokeWidth="2" />
    <path d={column(846, 134, 11) + column(912, 134, 11) + column(978, 208, 5)} strokeWidth="2.5" />
    <g transform="rotate(-14 1040 258)" className="stroke-press">
      <circle cx="1040" cy="258" r="52" className="fill-paper" strokeWidth="5" />
      <circle cx="1040" cy="258" r="42" strokeWidth="2" />
      <path d="M1018 258l16 17 30-36" strokeWidth="9" strokeLinecap="round" strokeLinejoin="round" />
    </g>
  </g>
);
