import { prepareSystem } from './prepare.mjs';

// A process of its own: installing packages holds up whatever else one has to do.
prepareSystem(true);
