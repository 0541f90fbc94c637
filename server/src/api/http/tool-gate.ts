import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#system/callers/tcp-tables';
import type { MayConnect } from '#system/callers/tenant-check';

function endpoint(headers: IncomingHttpHeaders, side: 'peer' | 'own'): Endpoint | undefined {
  const [address, port] = [headers[`x-${side}-address`], Number(headers[`x-${side}-port`])];
  return typeof address === 'string' && isIP(address) !== 0 && Number.isInteger(port)
    ? { address, port }
    : undefined;
}

/**
 * The front door asks here before it passes a request to the admin tool: it can't find out by itself which program of
 * this machine connects. Answers 204, or 403 for programs of hosts.
 */
export function serveToolGate(app: FastifyInstance, mayConnect: MayConnect): void {
  app.get('/internal/tool-gate', async ({ headers }, reply) => {
    const [peer, own] = [endpoint(headers, 'peer'), endpoint(headers, 'own')];
    const isAllowed = peer !== undefined && own !== undefined && (await mayConnect({ peer, own }));
    return reply.code(isAllowed ? 204 : 403).send();
  });
}
