import { conf, confWhen, type Conf } from '../conf';
import type { FrontPlan } from './front-plan';
import { hasModule } from '../skeleton';

const YEAR = 'public, max-age=31536000, immutable';

/** Portals on other origins load these files too, and check their hashes. */
const forAll = conf`add_header X-Content-Type-Options nosniff;
    add_header Access-Control-Allow-Origin *;
    add_header Cross-Origin-Resource-Policy cross-origin;`;

const immutable = (plan: FrontPlan): Conf =>
  conf`gzip_static on;
    ${confWhen(hasModule(plan.engine, 'brotli_static'), conf`brotli_static on;`)}
    add_header Cache-Control ${YEAR};
    ${forAll}
    access_log off;`;

/** Shell and remotes are immutable; packages of this build are never cached. */
export const assetsConf = (plan: FrontPlan): Conf =>
  conf`location /assets/ {
    root ${`${plan.bundle}/shell`};
    ${immutable(plan)}
  }
  location /remotes/ {
    root ${plan.registry};
    # No file of a team is a page or a worker of the console's own: neither would have its hash checked.
    add_header Content-Security-Policy sandbox;
    ${immutable(plan)}
  }
  location /packages/ {
    root ${plan.registry};
    types { application/gzip tgz; application/json json; }
    add_header Cache-Control no-cache;
    ${forAll}
    access_log off;
  }`;
