import { makeMount } from '@sitedeck/ui/core';
import { App } from './app';

/** Door `./mount`: the same body in a root and with providers of its own. */
export const mount = makeMount(App);
