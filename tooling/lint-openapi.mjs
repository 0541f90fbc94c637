// Reads an OpenAPI document from standard input and writes its problems by Redocly's recommended rules, as JSON lines.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { text } from 'node:stream/consumers';

const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({
  source: await text(process.stdin),
  absoluteRef: '/openapi.json',
  config,
});
for (const { severity, ruleId, message } of problems)
  console.log(JSON.stringify(`${severity} ${ruleId}: ${message}`));
