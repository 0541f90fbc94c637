import { serveUnzipping } from './system/files/archive/unzip-pool';
import { runChild } from './system/files/child-main';
import { servePacking } from './system/files/zip/pack-pool';

// The bundle is the program of the process and of its threads alike.
if (!servePacking() && !serveUnzipping()) runChild(new URL(import.meta.url));
