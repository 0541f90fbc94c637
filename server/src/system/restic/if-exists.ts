import { codeOf } from '#faults/error-code';

/** Resolves to undefined only if the file does not exist: one that can't be read now is not lost. */
export async function ifExists<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error;
    return undefined;
  }
}
