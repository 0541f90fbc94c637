import { codeOf } from '#faults/error-code';

/** Undefined only where there is nothing: what can't be read just now is not lost. */
export async function ifThere<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error;
    return undefined;
  }
}
