import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Surroundings } from '@sitedeck/contract';
import type { Db } from '#state/db';

/** A page may stay open for this long after its console was replaced, ms. */
export const CONSOLE_LIVE_MS = 24 * 3600_000;

const Console = z.object({ shell: z.string(), sdk: z.string() });
/** Versions of the shell and SDK in the pages that a build serves. */
export type Console = z.infer<typeof Console>;

/** @param shell folder of the shell's build; its `console.json` holds the versions */
export async function readConsole(shell: string): Promise<Console> {
  return Console.parse(JSON.parse(await readFile(join(shell, 'console.json'), 'utf8')));
}

/** Records that this console is served: at the start of a process and every hour. */
export async function recordServed(db: Db, { shell, sdk }: Console, now: Date): Promise<void> {
  await db
    .insertInto('live_console')
    .values({ shell, sdk, first_served: now, last_served: now })
    .onConflict((conflict) => conflict.columns(['shell', 'sdk']).doUpdateSet({ last_served: now }))
    .execute();
}

export async function liveConsoles(db: Db, now: Date): Promise<Surroundings['consoles']> {
  const rows = await db
    .selectFrom('live_console')
    .selectAll()
    .where('last_served', '>', new Date(now.getTime() - CONSOLE_LIVE_MS))
    .orderBy('last_served', 'desc')
    .execute();
  return rows.map(({ shell, sdk, last_served }) => ({ shell, sdk, lastServed: last_served.toISOString() }));
}
