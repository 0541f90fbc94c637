import { addTexts } from '@sitedeck/ui/core';
import type { Text } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

export const cronTexts = addTexts('hostenv.cron', { 'zh-CN': chinese, 'en-US': english });

export type CronText = Text<NonNullable<(typeof cronTexts)['keys']>>;
