import { skyline, tinRoof } from '../kit/buildings.ts';
import { clockFace } from '../kit/clocks.ts';
import { person } from '../kit/figures.ts';
import { kurta, shirt } from '../kit/outfits.ts';
import { arc, blob, box, circle, curve, ellipse, placed, polygon, taper } from '../kit/path.ts';
import { STANDING } from '../kit/poses.ts';
import { cut, dots, fill, fine, INK, line, NIGHT, OVERPRINT, PAPER, RED, sheet, stack } from '../kit/print.ts';
import { range } from '../kit/random.ts';
import { pendantLamp } from '../kit/street.ts';
import { ground, halftone, halo } from '../kit/texture.ts';
import { COPPER } from '../kit/tints.ts';

const PAN = { x: 830, y: 690 };

function tray(x: number, y: number, paint: string): string {
  const sweets = range(3).map((row) =>
    range(6 - row).map((i) =>
      cut(circle(x + (i - (5 - row) / 2) * 46, y - 24 - row * 36, 26), (i + row) % 3 ? paint : PAPER, INK, 4),
    ),
  );
  return stack(sweets, cut(`M${x - 170} ${y - 10}H${x + 170}L${x + 140} ${y + 22}H${x - 140}Z`, PAPER, INK, 6));
}

const steam = (x: number, y: number, size: number): string => {
  const wisp = curve(placed('0,0 -60,-120 50,-230 -40,-350 30,-460', { x, y, scale: size }));
  return line(wisp, PAPER, 22) + line(wisp, dots(COPPER, 40), 22);
};

const stall = (): string =>
  stack(
    tinRoof(
      [
        [120, 250],
        [1500, 250],
      ],
      [
        [200, 150],
        [1420, 150],
      ],
      OVERPRINT,
      INK,
    ),
    line('M170 250V900M1450 250V900', OVERPRINT, 22),
    clockFace(300, 380, 72, 120, 0, OVERPRINT),
    pendantLamp(1180, 380, 52, 80, RED),
  );

const hearth = (): string =>
  stack(
    cut(polygon('600,1010 640,800 1040,800 1080,1010'), OVERPRINT, PAPER, 6),
    fill('M730 1010V900Q840 830 950 900V1010Z', INK),
    fill(blob('840,880 880,940 868,1000 812,1000 796,945 822,930'), RED),
    fill(blob('842,930 860,970 850,1004 828,1004 820,968'), COPPER),
    fill(blob('770,930 790,970 780,1005 752,1005 752,965') + blob('908,930 926,970 920,1005 894,1005 890,965'), RED),
  );

function kadhai(): string {
  const { x, y } = PAN;
  return stack(
    cut(`M${x - 270} ${y}Q${x - 200} ${y + 170} ${x} ${y + 170}T${x + 270} ${y}Z`, INK, PAPER, 7),
    cut(ellipse(x, y, 270, 52), INK, PAPER, 7),
    fill(ellipse(x, y + 6, 232, 38), COPPER),
    line(arc(x - 286, y + 4, 32, 60, 300) + arc(x + 286, y + 4, 32, -120, 120), PAPER, 10),
    line(curve(placed('-150,8 -40,-12 60,22 170,0', PAN)), PAPER, 6),
    // The end of the ladle again, now that the syrup has been drawn over it.
    cut(taper([855, 640], [872, 712], 12, 13), OVERPRINT, PAPER, 4),
  );
}

function winterSweets(): string {
  return sheet(
    INK,
    halftone(halo([PAN.x, 800], 140, 760, 0.9, 0), { paint: COPPER, pitch: 17 }),
    skyline({ foot: 420, low: 60, high: 190, paint: NIGHT, seed: 61 }),
    stall(),
    steam(700, 620, 1),
    steam(830, 600, 1.25),
    steam(950, 620, 0.9),
    ground(980, OVERPRINT, 0.1, 0.7),
    person({
      x: 430,
      y: 1010,
      height: 800,
      outfit: {
        ...kurta(PAPER, fine(INK, 30, PAPER), { hair: 'turban', hairPaint: RED, moustache: true }),
        wrap: { kind: 'towel', paint: COPPER, hem: RED },
      },
      pose: {
        ...STANDING,
        hip: [-0.1, 3.7],
        neck: [0.35, 6.05],
        feet: '-0.6,0 0.5,0',
        hands: '2.1,4.6 2.35,5.2',
        bow: 14,
      },
      holding: (at) => cut(taper(at(2.15, 6.4), [870, 730], 12, 14), OVERPRINT, PAPER, 5),
    }),
    hearth(),
    kadhai(),
    person({
      x: 1330,
      y: 1020,
      height: 640,
      flip: true,
      outfit: { ...shirt(RED, INK, { hair: 'cap', hairPaint: RED }), wrap: { kind: 'towel', paint: PAPER } },
      pose: { ...STANDING, hands: '0.9,4.3 0.8,4.1', bow: 18 },
    }),
    cut(box(1080, 850, 470, 44), OVERPRINT, PAPER, 6),
    line('M1110 894V1020M1520 894V1020', OVERPRINT, 22),
    tray(1240, 836, RED),
    tray(200, 1010, COPPER),
  );
}

export const food: Record<string, () => string> = {
  'winter-sweets': winterSweets,
};
