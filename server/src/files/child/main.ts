import { runChild } from './child';

runChild(new URL('threads.mjs', import.meta.url));
