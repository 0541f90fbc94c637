import type { TextRule } from '../tokens/rules';

const REQUEST =
  /request\s*\.\s*get|getparameter|getheader|getinputstream|getreader|\$\{param|getparametermap|<jsp:getproperty|pagecontext|getattribute|multipart/i;

/** JSP and JSPX, after `\u` escapes and entities are resolved. */
export const JSP_RULES: readonly TextRule[] = [
  {
    ...{ name: 'jsp-command', severity: 'high', technique: 'command', confidence: 93 },
    all: [
      /getruntime\s*\(\s*\)|processbuilder|java\.lang\.runtime|\.exec\s*\(|processimpl|unixprocess|"getRuntime"|forkandexec/i,
      REQUEST,
    ],
  },
  {
    ...{ name: 'jsp-loads-code', severity: 'high', technique: 'remote-code', confidence: 92 },
    all: [
      /defineclass|extends\s+classloader|urlclassloader|bcel\.util|javax?\.tools|javacompiler|defineanonymousclass|loadclass\s*\(/i,
      REQUEST,
    ],
  },
  {
    ...{ name: 'jsp-request-to-code', severity: 'high', technique: 'one-line-shell', confidence: 90 },
    all: [
      /scriptenginemanager|getenginebyname|expressionfactory|elprocessor|\.getvalue\s*\(\s*\w+\s*\)|groovyshell|ognl|nashorn|readobject\s*\(|xmldecoder/i,
      REQUEST,
    ],
  },
  {
    ...{ name: 'jsp-request-to-file', severity: 'high', technique: 'file-write', confidence: 88 },
    all: [
      /fileoutputstream|randomaccessfile|filewriter|files\.(write|copy|newoutputstream)|printwriter\s*\(\s*new\s+file|\.renameto\s*\(|bufferedwriter|transferto/i,
      REQUEST,
    ],
  },
  {
    ...{ name: 'jsp-file-manager', severity: 'suspicious', technique: 'file-manager', confidence: 65 },
    all: [/\.listfiles\s*\(|\.listroots\s*\(|fileinputstream|filereader|\.delete\s*\(\s*\)/i, REQUEST],
  },
  {
    ...{ name: 'jsp-tunnel', severity: 'high', technique: 'remote-code', confidence: 82 },
    all: [
      /socketchannel|new\s+(java\.net\.)?(server)?socket\s*\(|httpurlconnection|openconnection\s*\(/i,
      /getheader|getparameter|getinputstream/i,
    ],
  },
  {
    ...{ name: 'jsp-memory-shell', severity: 'high', technique: 'remote-code', confidence: 85 },
    all: [
      /addfiltermap|addservletmapping|addapplicationeventlistener|standardcontext|filterdef|getdeclaredfield\s*\(\s*"context"/i,
    ],
  },
  {
    ...{ name: 'jsp-hidden-command', severity: 'high', technique: 'command', confidence: 80 },
    all: [
      /getmethod\s*\([^)]{0,80}\)[^;]{0,40}invoke|getdeclaredmethod|class\.forname\s*\(\s*(new\s+string|\w+\(|[^")])/i,
      REQUEST,
    ],
  },
  {
    ...{ name: 'jsp-fixed-command', severity: 'suspicious', technique: 'command', confidence: 70 },
    all: [/getruntime\s*\(\s*\)\s*\.\s*exec|new\s+processbuilder/i],
  },
  {
    ...{ name: 'jsp-database-manager', severity: 'suspicious', technique: 'file-manager', confidence: 60 },
    all: [
      /drivermanager\s*\.\s*getconnection/i,
      /executequery|executeupdate|\.execute\s*\(/i,
      /getparameter/i,
    ],
  },
];
