import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * The peer of a simple call: a bare Node.js server that sends the same bytes under the same headers, without any checks.
 * Arguments: socket path; status, headers and body as JSON.
 */
const [, , socket, given = '{}'] = process.argv;
const { status, headers, body } = JSON.parse(given) as {
  status: number;
  headers: Record<string, string>;
  body: string;
};
const server = createServer((_request, reply) => {
  reply.writeHead(status, headers);
  reply.end(body);
});
server.listen(socket, () => {
  // The nginx workers that connect run under another uid.
  chmodSync(String(socket), 0o666);
  console.log('ready');
});
process.on('SIGTERM', () => process.exit());
