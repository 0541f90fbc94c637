import { serveUnzipping } from './extract/unzip-pool';
import { runChild } from './child-main';
import { servePacking } from './zip/pack-pool';

// The bundle is the program of the process and of its threads alike.
if (!servePacking() && !serveUnzipping()) runChild(new URL(import.meta.url));
