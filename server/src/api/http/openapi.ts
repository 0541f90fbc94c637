import { z } from 'zod';
import {
  consoleCalls,
  FAULT_MESSAGES,
  FaultDetail,
  providerCalls,
  SESSION_EXPIRED_STATUS,
  type CallShape,
} from '@sitedeck/contract';

type Json = Readonly<Record<string, unknown>>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

/** Path parameters and query fields, each with its own schema. */
function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

const FORMS: Readonly<Record<CallShape['bodyForm'], readonly string[]>> = {
  none: [],
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  upload: ['multipart/form-data'],
};

/** The body is the archive itself, not a form. */
const PACKAGE = ['application/gzip'];

function bodyOf(call: CallShape): Json {
  const types = call.access === 'provider' && call.bodyForm === 'upload' ? PACKAGE : FORMS[call.bodyForm];
  if (types.length === 0) return {};
  if (types === PACKAGE) return { requestBody: { required: true, content: { 'application/gzip': {} } } };
  const schema = call.body
    ? schemaOf(call.body, 'input')
    : {
        type: 'object',
        properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
      };
  return {
    requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) },
  };
}

function okOf(name: string, call: CallShape): Json {
  if (call.replyForm === 'stream')
    return { description: 'The bytes; a refusal is JSON', content: { 'application/octet-stream': {} } };
  const res = schemaOf(call.reply, 'output');
  if (name === 'getConfig')
    return { description: 'The document', content: { 'application/json': { schema: res } } };
  const schema = {
    type: 'object',
    properties: { code: { const: '200' }, res, msg: { type: 'string' } },
    required: ['code', 'res', 'msg'],
  };
  return {
    description: 'Success, or a refusal with another code',
    content: { 'application/json': { schema } },
  };
}

const FAULT = { $ref: '#/components/responses/Fault' };

const faultsOf = (call: CallShape): Json =>
  call.access === 'provider'
    ? { '4XX': FAULT, '500': FAULT }
    : // OpenAPI has no status above 599: `default` stands for it, and the description names it.
      { '429': FAULT, ...(call.access !== 'public' && { default: FAULT }) };

function securityOf(call: CallShape): Json[] {
  if (call.access === 'provider') return [{ providerKey: [] }];
  if (call.access === 'public') return [];
  return [{ session: [] }, ...(call.embed === undefined ? [] : [{ embedToken: [] }])];
}

const TAGS = {
  api: "The console's calls: session, host, settings, databases, backups, tasks. Served on the console's listener.",
  fs: 'Files of the host: lists, changes, uploads, downloads, archives. Served on the same listener.',
  provider: "The provider's calls: accounts, hosts, tokens, remotes. Served on a listener of their own.",
} as const;

function tagOf(path: string): keyof typeof TAGS {
  const zone = path.split('/')[1];
  // Paths outside the zones, such as `/config.json`, belong to the console.
  return zone === 'fs' || zone === 'provider' ? zone : 'api';
}

/** Default addresses; an installation may use others. */
const SERVERS = [
  {
    url: '{console}',
    description: 'The console, for `/api` and `/fs`',
    variables: { console: { default: 'http://localhost:8080', description: 'Origin of the console' } },
  },
  {
    url: '{provider}',
    description: "The provider's listener, for `/provider`",
    variables: { provider: { default: 'http://127.0.0.1:8090', description: 'Origin of the listener' } },
  },
];

function operationOf(name: string, call: CallShape): Json {
  const redirect = call.replyForm === 'redirect' && { '303': { description: 'To the console' } };
  return {
    operationId: name,
    summary: call.summary,
    tags: [tagOf(call.path)],
    security: securityOf(call),
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
    ...bodyOf(call),
    responses: { '200': okOf(name, call), ...redirect, ...faultsOf(call) },
    'x-access': call.access,
    'x-effect': call.effect,
    ...(call.scope && { 'x-scope': call.scope }),
  };
}

function pathsOf(calls: Readonly<Record<string, CallShape>>): Record<string, Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, call] of Object.entries(calls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  return paths;
}

const reasons = Object.entries(FAULT_MESSAGES)
  .map(([reason, message]) => `- \`${reason}\` (${message.code}): ${message['en-US']}`)
  .join('\n');

/** The OpenAPI 3.1 document of every call, derived only from the contract. */
export function openApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'SiteDeck',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        "Calls under `/api` and `/fs` answer on the console's listener, those under `/provider` on the provider's. " +
        `Every \`/api\` and \`/fs\` call needs the header \`X-Requested-With: XMLHttpRequest\`. A session that has ended is answered with HTTP ${SESSION_EXPIRED_STATUS}.\n\nReasons of a refusal:\n\n${reasons}`,
    },
    servers: SERVERS,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf({ ...consoleCalls, ...providerCalls }),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sitedeck_session' },
        embedToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of a portal, with the Origin it names',
        },
        providerKey: { type: 'http', scheme: 'bearer', description: 'Key of the provider' },
      },
      responses: {
        Fault: {
          description: 'A refusal',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  code: { type: 'string' },
                  res: schemaOf(FaultDetail, 'output'),
                  msg: { type: 'string' },
                },
                required: ['code', 'res', 'msg'],
              },
            },
          },
        },
      },
    },
  };
}

/** The text that is committed as docs/openapi.json. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;
