// Draws the banners of the standing pages anew: node other/draw-banners.ts
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collegeBanner, homeBanner } from '../db/sample/pictures/banners.ts';

const web = join(import.meta.dirname, '../src/pages/web');
await writeFile(join(web, 'home/home-banner.svg'), `${homeBanner()}\n`);
await writeFile(join(web, 'standing/college-banner.svg'), `${collegeBanner()}\n`);
