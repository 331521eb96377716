import { basketball } from './scenes/basketball.ts';
import { budget } from './scenes/budget.ts';
import { chess } from './scenes/chess.ts';
import { cities } from './scenes/cities.ts';
import { cricket } from './scenes/cricket.ts';
import { disease } from './scenes/disease.ts';
import { economy } from './scenes/economy.ts';
import { events } from './scenes/events.ts';
import { exams } from './scenes/exams.ts';
import { fitness } from './scenes/fitness.ts';
import { food } from './scenes/food.ts';
import { football } from './scenes/football.ts';
import { gadgets } from './scenes/gadgets.ts';
import { gardening } from './scenes/gardening.ts';
import { healthcare } from './scenes/healthcare.ts';
import { heritage } from './scenes/heritage.ts';
import { hockey } from './scenes/hockey.ts';
import { industry } from './scenes/industry.ts';
import { markets } from './scenes/markets.ts';
import { movies } from './scenes/movies.ts';
import { music } from './scenes/music.ts';
import { phoneFilms } from './scenes/phone-films.ts';
import { politics } from './scenes/politics.ts';
import { results } from './scenes/results.ts';
import { scholarships } from './scenes/scholarships.ts';
import { science } from './scenes/science.ts';
import { stage } from './scenes/stage.ts';
import { states } from './scenes/states.ts';
import { television } from './scenes/television.ts';
import { weather } from './scenes/weather.ts';
import { world } from './scenes/world.ts';

const drawings: Record<string, () => string> = {
  ...cricket,
  ...football,
  ...basketball,
  ...hockey,
  ...economy,
  ...industry,
  ...markets,
  ...budget,
  ...politics,
  ...weather,
  ...events,
  ...world,
  ...states,
  ...cities,
  ...science,
  ...fitness,
  ...disease,
  ...healthcare,
  ...gadgets,
  ...movies,
  ...phoneFilms,
  ...music,
  ...television,
  ...stage,
  ...exams,
  ...results,
  ...scholarships,
  ...gardening,
  ...chess,
  ...food,
  ...heritage,
};

export const pictureIds: string[] = Object.keys(drawings);

export function drawPicture(id: string): string {
  const draw = Object.hasOwn(drawings, id) ? drawings[id] : undefined;
  if (!draw) throw new Error(`No drawing for the story ${id}`);
  return draw();
}
