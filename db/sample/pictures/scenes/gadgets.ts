import { arc, blob, box, circle, curve, ellipse, type Point, placed, roundBox, taper } from '../kit/path.ts';
import {
  cut,
  fill,
  INK,
  type Layers,
  line,
  moved,
  NEWSPRINT,
  OVERPRINT,
  offPlate,
  PAPER,
  RED,
  sheet,
  stack,
  turned,
} from '../kit/print.ts';
import { range } from '../kit/random.ts';
import { halftone, halo, slope } from '../kit/texture.ts';
import { SEA } from '../kit/tints.ts';

const EAR = { x: 700, y: 590 };
const PROFILE =
  '470,1100 480,960 520,880 470,800 420,720 392,600 400,470 452,340 560,250 700,220 830,250 920,330 950,430 ' +
  '948,500 962,560 1010,640 992,676 962,690 970,730 952,752 960,790 944,846 900,880 830,876 780,900 770,980 800,1100';
const HAIR =
  '392,610 372,480 424,330 548,222 706,186 850,216 948,316 930,372 850,340 790,400 752,520 700,560 676,640 ' +
  '640,720 560,800 500,880 470,850 380,900 280,880 240,790 280,700 380,690';
const STRANDS = [
  '430,600 450,420 560,300 720,250',
  '480,640 520,470 620,370 800,300',
  '560,700 600,560 690,430 860,320',
];

function oldWoman(): string {
  const [head, shade] = [blob(PROFILE), slope([420, 500], [760, 560], 0.6)];
  return stack(
    offPlate(fill('M200 1100Q260 960 480 930L800 940Q1040 980 1100 1100Z', RED)),
    line('M200 1100Q260 960 480 930M800 940Q1040 980 1100 1100', PAPER, 8),
    cut(head, OVERPRINT, PAPER, 8),
    halftone(shade, { inside: head, area: { x: 380, y: 200, w: 660, h: 880 } }),
    cut(blob(HAIR), PAPER, INK, 8),
    STRANDS.map((strand) => line(curve(strand), INK, 5)),
    line(circle(300, 800, 46) + circle(300, 800, 22), INK, 5),
    face(),
  );
}

const face = (): string =>
  stack(
    line(curve('838,448 878,428 922,446'), INK, 12),
    fill(ellipse(886, 492, 17, 13), INK),
    line(curve('852,490 884,474 918,488'), INK, 7),
    line(curve('920,520 945,516'), INK, 4),
    line(curve('894,764 926,782 956,770'), INK, 7),
    line(curve('876,690 866,730 880,760'), INK, 5),
    cut(circle(908, 396, 13), RED, OVERPRINT, 3),
  );

/** The ear with the aid hooked behind it, drawn around the ear's hollow. */
function ear(): string {
  const at = (outline: string): Point[] => placed(outline, EAR);
  const shell = blob(at('-70,-40 -44,-100 16,-112 54,-66 42,0 14,44 10,96 -24,110 -46,60'));
  const aid = blob(at('-92,-70 -66,-128 -10,-150 20,-138 -16,-118 -48,-84 -58,-10 -74,50 -108,44 -110,-10'));
  return stack(
    cut(shell, OVERPRINT, PAPER, 7),
    line(curve(at('-36,-40 -12,-76 22,-58 14,-14 -10,10 -6,40')), INK, 6),
    cut(aid, INK, PAPER, 7),
    line(curve(at('14,-142 66,-104 60,-30 6,2')), PAPER, 9),
    cut(circle(EAR.x, EAR.y + 2, 20), RED, PAPER, 4),
    fill(circle(EAR.x - 86, EAR.y - 20, 8), RED),
    cut(circle(EAR.x - 14, EAR.y + 136, 16), RED, PAPER, 4),
  );
}

/** Case, battery, circuit and cover laid out in the order they come apart. */
function partsInRow(): string {
  const part = (x: number, y: number, ...layers: Layers): string => moved(x, y, 1, turned(38, 0, 0, ...layers));
  const legs = range(4).map((i) => `M${i * 22 - 34} -42v-18M${i * 22 - 34} 42v18`);
  return stack(
    line('M1010 260L1500 640', INK, 4, { dash: '3 16' }),
    part(1090, 230, cut(roundBox(-60, -44, 120, 88, 40), INK, PAPER, 6)),
    part(1240, 300, cut(circle(0, 0, 52), PAPER, INK, 8), line(`${circle(0, 0, 32)}M-14 0H14M0 -14V14`, INK, 6)),
    part(
      1370,
      400,
      cut(box(-50, -42, 100, 84), RED, PAPER, 6),
      line(legs.join(''), INK, 7),
      fill(box(-22, -18, 44, 36), PAPER),
    ),
    part(1470, 520, cut(roundBox(-44, -60, 88, 120, 36), SEA, INK, 8)),
  );
}

const screwdriver = (): string =>
  turned(
    -38,
    1300,
    800,
    cut(taper([1300, 700], [1300, 560], 11, 9), PAPER, INK, 6),
    cut(roundBox(1266, 690, 68, 250, 30), RED, INK, 7),
    line('M1286 720V910M1314 720V910', INK, 6),
  );

function hearingAid(): string {
  const centre: Point = [EAR.x, EAR.y];
  return sheet(
    NEWSPRINT,
    halftone(halo(centre, 120, 900, 0.6, 0), { paint: SEA, pitch: 18 }),
    [330, 420, 510, 600].map((r, i) => line(arc(...centre, r, -52, 22), RED, 20 - i * 4)),
    oldWoman(),
    ear(),
    partsInRow(),
    screwdriver(),
  );
}

export const gadgets: Record<string, () => string> = {
  'hearing-aid': hearingAid,
};
