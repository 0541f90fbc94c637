import { FunctionName, type PhpConfig } from '@sitedeck/contract';
import { UnsafeValue } from '#system/nginx/conf';

/** As php.ini has it; undefined where all may be called. Throws `UnsafeValue` for what is no name. */
export function disabledFunctions({ disabledFunctions: names }: PhpConfig): string | undefined {
  const wrong = names.find((name) => !FunctionName.safeParse(name).success);
  if (wrong !== undefined) throw new UnsafeValue(wrong);
  return names.length === 0 ? undefined : names.join(',');
}
