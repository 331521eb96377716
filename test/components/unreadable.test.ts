// Unreadable answers and failed connections: the page never reports success, shows its own error message, and preserves
// what was typed.
import { expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, answer, broken } from './network.ts';
import { closeToast, toasts } from './open-page.tsx';
import { openFilled, places } from './places.ts';

const portal = '<!doctype html><title>Log in to this network</title>';
const failures: Record<string, Answer> = {
  'a page of the network in its place': () => new Response(portal, { headers: { 'content-type': 'text/html' } }),
  'half an answer': () => new Response('{"message":"Done","us'),
  'an answer of another shape': () => Response.json('Done'),
  'an empty answer': () => new Response(''),
  'another host': () => Response.error(), // as a redirect that is not followed
  'a broken connection': broken,
};

// Answers are checked in one place but reported in many: THOROUGH=1 tries all of them in each.
const every = ['registration', 'login'];
const some = ['a page of the network in its place', 'a broken connection'];

test.for(places)('$name: an unreadable response is not a success, and preserves the fields', async (place) => {
  await openFilled(place);
  for (const [name, fail] of Object.entries(failures)) {
    if (!inject('thorough') && !every.includes(place.name) && !some.includes(name)) continue;
    answer(place.call, fail);
    await place.press();
    await expect.element(toasts.getByText(place.says, { exact: true }), { message: name }).toBeVisible();
    await place.kept();
    await expect.element(page.getByText(place.never)).not.toBeInTheDocument();
    await closeToast(); // the next failure shows the same message
  }
});
