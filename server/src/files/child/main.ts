import { serveUnzipping } from './extract/unzip-pool';
import { runChild } from './child';
import { servePacking } from './zip/pack-pool';

// The process and its threads run the same bundle.
if (!servePacking() && !serveUnzipping()) runChild(new URL(import.meta.url));
