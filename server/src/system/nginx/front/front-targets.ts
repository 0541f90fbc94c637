import { checkedText, Conf, conf, confWhen } from '../conf';
import type { FrontPlan } from './front-plan';
import { forPortal } from './front-replies';
import { hasModule } from '../skeleton';

/** A download or an archive may pause this long between two reads. */
export const STREAM_TIMEOUT = '3600s';

/** Client data as nginx sees it; forwarding headers of the client are replaced. */
export const toApi = conf`proxy_pass http://api;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Request-Id $request_id;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $forwarded_proto;
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Real-IP $remote_addr;
    proxy_set_header Forwarded "";`;

/** Request headers that reach a host's child; none carries a credential. */
export const toChild = conf`proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host sitedeck;
    proxy_set_header Cookie "";
    proxy_set_header Authorization "";
    proxy_set_header X-Verify "";
    proxy_set_header X-Forwarded-For "";
    proxy_set_header Forwarded "";
    proxy_set_header X-Request-Id $request_id;
    proxy_ignore_headers X-Accel-Redirect X-Accel-Expires X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset Set-Cookie Expires Cache-Control Vary;
    proxy_hide_header Set-Cookie;
    proxy_hide_header Location;
    proxy_hide_header Refresh;
    proxy_hide_header Access-Control-Allow-Origin;
    proxy_hide_header Access-Control-Allow-Credentials;
    proxy_hide_header Access-Control-Allow-Headers;
    proxy_hide_header Access-Control-Allow-Methods;
    proxy_hide_header Access-Control-Expose-Headers;
    proxy_hide_header Access-Control-Max-Age;
    proxy_hide_header Content-Security-Policy;
    proxy_hide_header Strict-Transport-Security;
    proxy_hide_header Clear-Site-Data;
    proxy_hide_header Link;
    proxy_hide_header WWW-Authenticate;
    proxy_hide_header Alt-Svc;
    proxy_hide_header NEL;
    proxy_hide_header Report-To;
    proxy_hide_header Reporting-Endpoints;
    proxy_hide_header SourceMap;
    proxy_hide_header Service-Worker-Allowed;
    proxy_redirect off;`;

/** A tenant's bytes on the console's origin: browsers neither run them nor show them as a page. */
export const asTenantContent = conf`${forPortal}
    add_header X-Content-Type-Options nosniff always;
    add_header Content-Security-Policy sandbox always;
    add_header Cache-Control no-store always;`;

/** `rest` contains variables whose values one of this server's patterns has checked. */
export const childAddress = (plan: FrontPlan, rest: string): Conf =>
  new Conf(`"http://unix:${checkedText(plan.childSockets)}/${rest}"`);

/** Compression would remove a download's ranges and length. */
export const noCompression = (plan: FrontPlan): Conf =>
  conf`gzip off;
    ${confWhen(hasModule(plan.engine, 'brotli_filter'), conf`brotli off;`)}`;
