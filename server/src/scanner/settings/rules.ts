import type { TextRule } from '../tokens/rules';

const setting = { technique: 'server-setting' } as const;

/** `.htaccess`, `.user.ini`, `php.ini`, `web.config`; comments are removed before. */
export const SETTING_RULES: readonly TextRule[] = [
  {
    ...{ name: 'setting-picture-runs', severity: 'high', ...setting, confidence: 92 },
    all: [
      /^[ \t]*(addtype|addhandler|sethandler)\b[^\n]{0,200}(php|x-httpd)[^\n]{0,200}\.?(jpe?g|png|gif|ico|bmp|webp|txt|css|js|log|html?)\b/im,
    ],
    none: [/^[ \t]*(addtype|addhandler)\b[^\n]{0,200}\.php\b[^\n]{0,60}\.html?\s*$/im],
  },
  {
    ...{ name: 'setting-picture-runs', severity: 'high', ...setting, confidence: 88 },
    all: [
      /<files(match)?\b[^>\n]{0,200}(jpe?g|png|gif|ico|bmp|webp|txt|css)[^>\n]{0,100}>[^<]{0,400}(sethandler|forcetype|addhandler)\b[^\n]{0,60}(php|x-httpd|cgi)/i,
    ],
  },
  {
    ...{ name: 'setting-everything-runs', severity: 'suspicious', ...setting, confidence: 65 },
    all: [/^[ \t]*(sethandler|forcetype)\b[^\n]{0,60}x-httpd-php/im],
    none: [/<files(match)?\b[^>\n]{0,100}php/i],
  },
  {
    ...{ name: 'setting-htaccess-runs', severity: 'high', ...setting, confidence: 95 },
    all: [
      /^[^\n]{0,400}(addtype|addhandler|sethandler)\b[^\n]{0,100}\.?(htaccess|user\.ini)\b|<files\b[^>]{0,40}\.htaccess[^>]{0,20}>[^<]{0,300}allow from all/im,
    ],
  },
  {
    ...{ name: 'setting-prepends-stream', severity: 'high', ...setting, confidence: 95 },
    all: [
      /auto_(prepend|append)_file\b[\s"'=]{1,20}(php:\/\/|data:|https?:|ftp:|\.htaccess|\/tmp\/|\/dev\/shm)/i,
    ],
  },
  {
    ...{ name: 'setting-prepends-harmless-name', severity: 'high', ...setting, confidence: 88 },
    all: [/auto_(prepend|append)_file\b[^\n]{1,200}\.(jpe?g|png|gif|ico|bmp|webp|txt|css|js|log|pdf)\b/i],
  },
  {
    ...{ name: 'setting-prepends-file', severity: 'notice', ...setting, confidence: 45 },
    all: [/auto_(prepend|append)_file\b[\s"'=]{1,20}[^\s"'=;]/i],
    none: [/auto_(prepend|append)_file\b[\s"'=]{1,20}none\b/i],
  },
  {
    ...{ name: 'setting-allows-remote-code', severity: 'suspicious', ...setting, confidence: 60 },
    all: [/allow_url_include\b[\s"'=]{1,20}(on|1|true|yes)\b/i],
  },
  {
    ...{ name: 'setting-cgi-everywhere', severity: 'suspicious', ...setting, confidence: 55 },
    all: [/addhandler\s+cgi-script\s+[^\n]{0,200}\.(jpe?g|png|gif|txt|css|x|izo|root|haxor|alfa)\b/i],
  },
];
