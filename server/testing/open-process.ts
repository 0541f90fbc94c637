import { hasOpen } from '#system/nginx/sites/reopen-logs';
import type { Instance } from '#system/nginx/instance';

/** A test process that reports whether an nginx instance has a file open. */
const [, script = '', instance, file] = process.argv;

if (script.endsWith('open-process.ts') && instance !== undefined && file !== undefined)
  void hasOpen(JSON.parse(instance) as Instance, [file]).then((open) => process.stdout.write(String(open)));
