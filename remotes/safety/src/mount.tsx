import { makeMount } from '@sitedeck/ui/core';
import { App } from './app';

/** Exposed as `./mount`: renders the remote in its own React root with its own providers. */
export const mount = makeMount(App);
