import { pino } from 'pino';
import type { FastifyInstance } from 'fastify';
import { makeApp } from '#api/http/listeners/app';
import { serveFsGate, type OpenUpload } from '#api/http/fs-gate';
import { addressPrefix } from '#system/egress/network-of';
import type { TestApi } from './api';

/** The check that nginx requests for each slice, for tests without nginx. */
export function makeUploadGate({ core }: TestApi, open: OpenUpload): FastifyInstance {
  const gate = makeApp('console');
  serveFsGate(gate, open, {
    style: 'console',
    record: core.record,
    log: pino({ level: 'silent' }),
    observe: core.metrics.observe,
    admit: core.gate.admit,
    visitor: core.gate.visitor,
    addressOf: () => '192.0.2.7',
    networkOf: addressPrefix,
    admission: core.admission,
  });
  return gate;
}
