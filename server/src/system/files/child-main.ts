import { createServer } from 'node:http';
import { ChildChannel } from './child-channel';
import { LISTEN_FD } from './child-wire';
import { openDisk } from './disk';
import { copy } from './verbs/copy';
import { mkdir, touch } from './verbs/create';
import { list } from './verbs/list';
import { resetPermission } from './verbs/permission';
import { remove } from './verbs/remove';
import { rename } from './verbs/rename';
import { cat, echo } from './verbs/text';
import type { Verb } from './verb';

/** Without anything to do for this long a child asks to go, ms. */
const IDLE_MS = 5 * 60_000;

/** By the names of the contract's calls; the parent has parsed the bodies with their schemas. */
const VERBS = {
  listFolder: list,
  touchFile: touch,
  makeFolder: mkdir,
  removeFile: remove,
  renameFile: rename,
  copyFile: copy,
  readText: cat,
  writeText: echo,
  resetPermission,
} as const satisfies Record<string, Verb<never, unknown>>;
