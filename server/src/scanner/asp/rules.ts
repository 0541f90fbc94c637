import type { TextRule } from '../tokens/rules';

const REQUEST =
  /\brequest\s*(\.\s*(form|querystring|item|cookies|servervariables|binaryread|totalbytes|params|headers|inputstream|files)|\(|\[)/i;

/** Classic ASP: VBScript and JScript. */
export const ASP_RULES: readonly TextRule[] = [
  {
    ...{ name: 'asp-request-to-code', severity: 'high', technique: 'one-line-shell', confidence: 95 },
    all: [
      /\b(eval|execute|executeglobal|executestatement|addcode|new\s+function)\b[\s(]{0,10}(\w{1,20}\()?\s{0,4}(request|session\s*\(|"?\s{0,4}&?\s{0,4}request)\b/i,
    ],
  },
  {
    ...{ name: 'asp-variable-to-code', severity: 'high', technique: 'one-line-shell', confidence: 85 },
    all: [/\b(execute(global)?|eval)\b[ \t(]{1,6}[\w(."&]{1,60}/i, REQUEST],
    none: [/function\s+eval\b/i],
  },
  {
    ...{ name: 'asp-hidden-code', severity: 'high', technique: 'encoded-code', confidence: 80 },
    all: [
      /\b(execute(global)?|eval)\b[ \t(]{1,6}(unescape|strreverse|\w{0,20}(de|en)?(code|crypt)\w{0,20}|replace|chr|mid|un\w{1,8}|[a-z]{1,20})\s*\(/i,
    ],
  },
  {
    ...{ name: 'asp-command', severity: 'high', technique: 'command', confidence: 92 },
    all: [
      /wscript\.shell|shell\.application|72C24DD5-D70A-438B-8A42-98424B88AFB8|13709620-C279-11CE-A49E-444553540000|wshshell/i,
      REQUEST,
    ],
  },
  {
    ...{ name: 'asp-command', severity: 'suspicious', technique: 'command', confidence: 65 },
    all: [/(wscript\.shell|shell\.application)/i, /\.(exec|run|shellexecute)\b/i],
  },
  {
    ...{ name: 'asp-request-to-file', severity: 'high', technique: 'file-write', confidence: 85 },
    all: [
      /(scripting\.filesystemobject|0D43FE01-F093-11CF-8940-00A0C9054228|adodb\.stream)/i,
      REQUEST,
      /\.(createtextfile|opentextfile|savetofile|copyfile|deletefile|movefile)\b/i,
    ],
  },
  {
    ...{ name: 'asp-file-manager', severity: 'suspicious', technique: 'file-manager', confidence: 65 },
    all: [
      /(scripting\.filesystemobject|adodb\.stream)/i,
      REQUEST,
      /\.(getfolder|subfolders|drives|getdrive|loadfromfile)\b/i,
    ],
  },
  {
    ...{ name: 'asp-encoded-page', severity: 'suspicious', technique: 'encoded-code', confidence: 60 },
    all: [/#@~\^[\w+/=]{6,8}==|language\s*=\s*"?(vb|j)script\.encode/i],
  },
  {
    ...{ name: 'asp-server-to-database-command', severity: 'high', technique: 'command', confidence: 85 },
    all: [/xp_cmdshell|sp_oacreate|xp_regwrite/i, REQUEST],
  },
  {
    ...{ name: 'asp-remote-code', severity: 'high', technique: 'remote-code', confidence: 75 },
    all: [/(microsoft|msxml2)\.(server)?xmlhttp/i, /\b(execute(global)?|eval|savetofile|createtextfile)\b/i],
  },
];

const NET_REQUEST = /\brequest\b\s*(\.|\[)|\bcontext\.request|httpcontext|autopostback|runat\s*=\s*"?server/i;

/** ASP.NET: C#, VB.NET and JScript.NET. */
export const ASPX_RULES: readonly TextRule[] = [
  {
    ...{ name: 'aspx-request-to-code', severity: 'high', technique: 'one-line-shell', confidence: 95 },
    all: [/\beval\s*\(/i, /request/i, /jscript|unsafe/i],
  },
  {
    ...{ name: 'aspx-command', severity: 'high', technique: 'command', confidence: 90 },
    all: [
      /processstartinfo|process\.start|diagnostics\.process|new\s+process\b|wscript\.shell|winexec|createprocess|shell\s*\(|interaction\.shell/i,
      NET_REQUEST,
    ],
  },
  {
    ...{ name: 'aspx-loads-code', severity: 'high', technique: 'remote-code', confidence: 90 },
    all: [
      /assembly(\.|"\)\.\w+\(")load|\.getmethod\("?load|appdomain\.\w+\.load|defineDynamic|compileassemblyfrom\w+|csharpcodeprovider|vbcodeprovider|getdelegateforfunctionpointer|virtualalloc|deserialize\s*\(/i,
      /request|httpcontext|session|page_load/i,
    ],
  },
  {
    ...{ name: 'aspx-request-to-file', severity: 'high', technique: 'file-write', confidence: 85 },
    all: [
      /\b(streamwriter|file\.(writeall\w+|create\w*|append\w+|move|copy|delete)|filestream|saveas|createtextfile|savetofile)\b\s*\(?/i,
      /\brequest\s*(\.|\[)|request\.|postedfile|httppostedfile|scripting\.filesystemobject|textbox|inputfile/i,
    ],
  },
  {
    ...{ name: 'aspx-file-manager', severity: 'suspicious', technique: 'file-manager', confidence: 65 },
    all: [
      /directory\.get(files|directories)|directoryinfo|getlogicaldrives|driveinfo|registry\.(localmachine|getvalue)/i,
      /request/i,
    ],
  },
  {
    ...{ name: 'aspx-tunnel', severity: 'high', technique: 'remote-code', confidence: 80 },
    all: [
      /\bnew\s+(system\.net\.sockets\.)?(socket|tcpclient)\s*\(|httpwebrequest|webclient/i,
      /request\.(headers|inputstream|querystring|binaryread)|session\s*\[/i,
    ],
  },
  {
    ...{ name: 'aspx-database-manager', severity: 'suspicious', technique: 'file-manager', confidence: 60 },
    all: [
      /xp_cmdshell|sp_oacreate|(sqlcommand|oledbcommand|sqldataadapter)\s*\(\s*(request|\w*(txt|text|tb|cmd|sql)\w*\.(text|value))/i,
    ],
  },
];
