import { Refusal } from './say.mjs';

const LEAST = [20, 19];

/** @param {string} version such as `20.19.0` */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

export function checkNode() {
  const { node } = process.versions;
  if (!isNewEnough(node)) {
    throw new Refusal(
      `SiteDeck needs Node ${LEAST.join('.')} or newer; this is ${node}. See https://nodejs.org/`,
    );
  }
}
