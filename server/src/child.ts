import { runChild } from './system/files/child-main';
import { servePacking } from './system/files/zip/pack-pool';

// The bundle is the program of the process and of its packing threads alike.
if (!servePacking()) runChild(new URL(import.meta.url));
