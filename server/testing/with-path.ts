import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BASE_ENV, findProgram } from '#system/process/exec';

/** Runs `act` as on a machine on which only these programs are installed, for programs started by name. */
export async function withOnlyInstalled<Result>(
  programs: readonly string[],
  act: () => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-path-'));
  const { PATH } = BASE_ENV;
  try {
    for (const program of programs) {
      const file = await findProgram(program);
      if (file === undefined) throw new Error(`${program} is not installed`);
      await symlink(file, join(folder, basename(program)));
    }
    Object.assign(BASE_ENV, { PATH: folder });
    return await act();
  } finally {
    Object.assign(BASE_ENV, { PATH });
    await rm(folder, { recursive: true, force: true });
  }
}
