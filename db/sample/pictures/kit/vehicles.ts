/** What moves along the road. */
import { blob, box, circle, placed, polygon, roundBox } from './path.ts';
import { cut, fill, INK, line, moved, PAPER } from './print.ts';
import { range } from './random.ts';

export const wheel = (x: number, y: number, r: number, hub: string = PAPER): string =>
  cut(circle(x, y, r), INK, PAPER, 5) + fill(circle(x, y, r * 0.45), hub) + fill(circle(x, y, r * 0.16), INK);

/** A goods truck facing left, tall carriage over the cab and painted boards. */
export function truck(x: number, foot: number, scale: number, body: string, trim: string): string {
  return moved(
    x,
    foot,
    scale,
    cut(box(110, -270, 330, 210), body),
    line('M110 -215H440M110 -120H440', trim, 12),
    range(6).map((i) => fill(polygon(placed('0,-23 20,0 0,23 -20,0', { x: 140 + i * 54, y: -167 })), trim)),
    cut('M0 -60V-150L28 -240Q32 -262 56 -262H120V-60Z', body),
    fill('M22 -152L42 -226H98V-152Z', PAPER),
    cut('M20 -262Q70 -320 130 -300V-262Z', trim),
    fill(box(-12, -66, 460, 18), INK),
    fill(circle(12, -96, 13), PAPER),
    [70, 300, 392].map((at) => wheel(at, -40, 40)),
  );
}

/** A three-wheeled auto-rickshaw facing right. */
export function auto(x: number, foot: number, scale: number, body: string, hood: string, seam: string = PAPER): string {
  return moved(
    x,
    foot,
    scale,
    cut(
      blob('-165,-40 -172,-150 -150,-235 -60,-268 70,-262 118,-180 128,-150 172,-120 186,-50 150,-34 -120,-28'),
      body,
      seam,
      6,
    ),
    cut(blob('-172,-142 -152,-238 -60,-272 74,-266 122,-176 96,-168 70,-214 -40,-214 -56,-140'), hood, seam, 5),
    fill('M84 -204L116 -150H60V-204Z', PAPER),
    fill('M-34 -196H40V-60H-34Z', INK),
    line('M-170 -128H-40M60 -120H150', seam, 5),
    wheel(-105, -38, 38),
    wheel(140, -34, 34),
    fill(circle(178, -96, 13), PAPER),
  );
}

/** A city bus from the side, facing right. */
export function bus(x: number, foot: number, scale: number, body: string, band: string): string {
  return moved(
    x,
    foot,
    scale,
    cut(roundBox(-360, -300, 720, 260, 26), body),
    fill(box(-360, -140, 720, 22), band),
    range(6).map((i) => fill(roundBox(-328 + i * 92, -262, 78, 88, 8), PAPER)),
    fill(roundBox(236, -262, 110, 118, 10), PAPER),
    fill(roundBox(-232, -250, 70, 206, 6), INK),
    fill(box(-364, -62, 728, 18), INK),
    [-270, 240].map((at) => wheel(at, -46, 46)),
    fill(circle(346, -92, 14), PAPER),
  );
}

/** A bus coming head on. */
export function busFront(x: number, foot: number, scale: number, body: string, seam: string = PAPER): string {
  return moved(
    x,
    foot,
    scale,
    fill(roundBox(-118, -30, 54, 34, 8) + roundBox(64, -30, 54, 34, 8), INK),
    cut(roundBox(-135, -352, 270, 332, 34), body, seam, 7),
    fill(roundBox(-112, -270, 224, 132, 14), seam),
    line('M0 -270V-138', body, 8),
    fill(roundBox(-86, -330, 172, 40, 10), INK),
    [-96, 96].map((at) => fill(circle(at, -84, 20), seam)),
    line('M-56 -96H56M-56 -76H56', seam, 7),
    fill(box(-141, -52, 282, 20), INK),
    cut(roundBox(-172, -262, 26, 56, 8) + roundBox(146, -262, 26, 56, 8), INK, seam, 4),
    cut(circle(46, -186, 20), INK, seam, 3),
    fill(blob('18,-140 26,-162 66,-162 76,-140'), INK),
  );
}

/** A car coming head on. */
export function carFront(x: number, foot: number, scale: number, body: string, seam: string = PAPER): string {
  return moved(
    x,
    foot,
    scale,
    fill(roundBox(-104, -26, 42, 30, 8) + roundBox(62, -26, 42, 30, 8), INK),
    cut(
      'M-115 -18V-80Q-112 -102 -92 -108L-68 -168Q-62 -180 -46 -180H46Q62 -180 68 -168L92 -108Q112 -102 115 -80V-18Z',
      body,
      seam,
      6,
    ),
    fill('M-68 -112L-50 -158Q-47 -164 -40 -164H40Q47 -164 50 -158L68 -112Z', seam),
    [-82, 82].map((at) => fill(circle(at, -72, 15), seam)),
    line('M-44 -62H44M-44 -48H44', seam, 5),
  );
}
