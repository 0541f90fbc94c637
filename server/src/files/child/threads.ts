import { serveUnzipping } from './extract/unzip-pool';
import { servePacking } from './zip/pack-pool';

// The threads run a bundle of their own: loading the child's would cost them more than a small archive.
if (!servePacking()) serveUnzipping();
