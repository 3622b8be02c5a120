/* SPDX-License-Identifier: MIT */
#include "program/cxx_tokens.h"

#include "util/base.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *text;
    size_t at, end;
    uint32_t line;
    bool fresh;       /* nothing but blanks stands before AT on its line */
    uint32_t skipped; /* conditionals that are open within an `#if 0`, itself
                         included */
    CxxTokens *out;
} Lexer;

static char peek(const Lexer *lexer, size_t ahead)
{
    return ahead < lexer->end - lexer->at ? lexer->text[lexer->at + ahead]
                                          : '\0';
}

static void advance(Lexer *lexer, size_t count)
{
    for (; count > 0 && lexer->at < lexer->end; --count)
        if (lexer->text[lexer->at++] == '\n')
            ++lexer->line;
}

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

static bool goes_on_name(char c)
{
    return begins_name(c) || isdigit((unsigned char)c);
}

/* Bytes of a backslash with the line break behind it, or 0. */
static size_t splice(const Lexer *lexer)
{
    if (peek(lexer, 0) != '\\')
        return 0;
    if (peek(lexer, 1) == '\n')
        return 2;
    return peek(lexer, 1) == '\r' && peek(lexer, 2) == '\n' ? 3 : 0;
}

static void skip_line_comment(Lexer *lexer)
{
    while (lexer->at < lexer->end && peek(lexer, 0) != '\n')
        advance(lexer, splice(lexer) ? splice(lexer) : 1);
}

static void skip_block_comment(Lexer *lexer)
{
    advance(lexer, 2);
    while (lexer->at < lexer->end &&
           !(peek(lexer, 0) == '*' && peek(lexer, 1) == '/'))
        advance(lexer, 1);
    advance(lexer, 2);
}

/* Skips a comment or a continuation of the line, if one is here. */
static bool skip_nothing(Lexer *lexer)
{
    if (splice(lexer))
        advance(lexer, splice(lexer));
    else if (peek(lexer, 0) == '/' && peek(lexer, 1) == '/')
        skip_line_comment(lexer);
    else if (peek(lexer, 0) == '/' && peek(lexer, 1) == '*')
        skip_block_comment(lexer);
    else
        return false;
    return true;
}

/* Skips a literal between two QUOTEs; one that is not closed ends with its
 * line. */
static void skip_quoted(Lexer *lexer, char quote)
{
    advance(lexer, 1);
    while (lexer->at < lexer->end && peek(lexer, 0) != quote &&
           peek(lexer, 0) != '\n')
        advance(lexer, splice(lexer)            ? splice(lexer)
                       : peek(lexer, 0) == '\\' ? 2
                                                : 1);
    if (peek(lexer, 0) == quote)
        advance(lexer, 1);
}

/* Skips "MARK(...)MARK", the rest of a raw string. */
static void skip_raw(Lexer *lexer)
{
    const char *mark = lexer->text + lexer->at + 1;
    size_t length = 0;

    while (length <= 16 && peek(lexer, 1 + length) != '(' &&
           peek(lexer, 1 + length) != '\0')
        ++length;
    advance(lexer, length + 2);
    while (lexer->at < lexer->end) {
        if (peek(lexer, 0) == ')' && peek(lexer, 1 + length) == '"' &&
            memcmp(lexer->text + lexer->at + 1, mark, length) == 0) {
            advance(lexer, length + 2);
            return;
        }
        advance(lexer, 1);
    }
}

static bool is_prefix(const char *name, size_t length, bool *raw)
{
    static const char *const prefixes[] = {"L",  "u",  "U",  "u8", "R",
                                           "LR", "uR", "UR", "u8R"};

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i)
        if (strlen(prefixes[i]) == length &&
            memcmp(prefixes[i], name, length) == 0) {
            *raw = prefixes[i][length - 1] == 'R';
            return true;
        }
    return false;
}

/* A name, or a literal that begins with letters. */
static TokenKind read_name(Lexer *lexer)
{
    const char *name = lexer->text + lexer->at;
    size_t length = 0;
    bool raw = false;

    while (goes_on_name(peek(lexer, length)))
        ++length;
    advance(lexer, length);
    if (peek(lexer, 0) != '"' && peek(lexer, 0) != '\'')
        return TOKEN_NAME;
    if (!is_prefix(name, length, &raw))
        return TOKEN_NAME;
    if (peek(lexer, 0) == '\'') {
        skip_quoted(lexer, '\'');
        return TOKEN_CHARACTER;
    }
    if (raw)
        skip_raw(lexer);
    else
        skip_quoted(lexer, '"');
    return TOKEN_STRING;
}

static void read_number(Lexer *lexer)
{
    for (;;) {
        char c = peek(lexer, 0), next = peek(lexer, 1);

        if (c != '\0' && strchr("eEpP", c) && (next == '+' || next == '-'))
            advance(lexer, 2);
        else if (goes_on_name(c) || c == '.' ||
                 (c == '\'' && goes_on_name(next)))
            advance(lexer, 1);
        else
            return;
    }
}

static TokenKind read_token(Lexer *lexer)
{
    char c = peek(lexer, 0), next = peek(lexer, 1);

    if (begins_name(c))
        return read_name(lexer);
    if (isdigit((unsigned char)c) ||
        (c == '.' && isdigit((unsigned char)next))) {
        read_number(lexer);
        return TOKEN_NUMBER;
    }
    if (c == '"' || c == '\'') {
        skip_quoted(lexer, c);
        return c == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
    }
    bool two = (c == ':' && next == ':') || (c == '-' && next == '>');
    advance(lexer, two ? 2 : 1);
    return TOKEN_PUNCTUATION;
}

static DirectiveKind directive_kind(const char *name, size_t length)
{
    static const struct {
        const char *name;
        DirectiveKind kind;
    } table[] = {
        {"if", DIRECTIVE_IF},         {"ifdef", DIRECTIVE_IF},
        {"ifndef", DIRECTIVE_IF},     {"else", DIRECTIVE_ELSE},
        {"elif", DIRECTIVE_ELSE},     {"endif", DIRECTIVE_ENDIF},
        {"define", DIRECTIVE_DEFINE}, {"include", DIRECTIVE_INCLUDE},
        {"elifdef", DIRECTIVE_ELSE},  {"elifndef", DIRECTIVE_ELSE},
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; ++i)
        if (strlen(table[i].name) == length &&
            memcmp(table[i].name, name, length) == 0)
            return table[i].kind;
    return DIRECTIVE_OTHER;
}

static void skip_blanks(Lexer *lexer)
{
    while (peek(lexer, 0) == ' ' || peek(lexer, 0) == '\t' || splice(lexer))
        advance(lexer, splice(lexer) ? splice(lexer) : 1);
}

/* True for the directive `#if 0`. */
static bool is_if_zero(const Lexer *lexer, const Directive *directive)
{
    const char *text = lexer->text + directive->body;
    size_t length = directive->end - directive->body;

    while (length > 0 && (*text == ' ' || *text == '\t'))
        ++text, --length;
    return directive->body - directive->start >= 3 &&
           memcmp(lexer->text + directive->body - 2, "if", 2) == 0 &&
           length > 0 && *text == '0' &&
           (length == 1 || isspace((unsigned char)text[1]) || text[1] == '/');
}

/* Keeps count of the conditionals around text that is not compiled. */
static void track_skipped(Lexer *lexer, const Directive *directive)
{
    if (lexer->skipped == 0) {
        if (directive->kind == DIRECTIVE_IF && is_if_zero(lexer, directive))
            lexer->skipped = 1;
    } else if (directive->kind == DIRECTIVE_IF) {
        ++lexer->skipped;
    } else if (directive->kind == DIRECTIVE_ENDIF ||
               (directive->kind == DIRECTIVE_ELSE && lexer->skipped == 1)) {
        --lexer->skipped;
    }
}

static void read_directive(Lexer *lexer)
{
    Directive directive = {.start = lexer->at, .line = lexer->line};
    bool skipped = lexer->skipped > 0;

    advance(lexer, 1);
    skip_blanks(lexer);
    const char *name = lexer->text + lexer->at;
    size_t length = 0;
    while (goes_on_name(peek(lexer, length)))
        ++length;
    advance(lexer, length);
    directive.kind = directive_kind(name, length);
    directive.body = lexer->at;
    while (lexer->at < lexer->end && peek(lexer, 0) != '\n')
        if (peek(lexer, 0) == '"' && directive.kind != DIRECTIVE_OTHER)
            skip_quoted(lexer, '"');
        else if (!skip_nothing(lexer))
            advance(lexer, 1);
    directive.end = lexer->at;
    track_skipped(lexer, &directive);
    bool conditional = directive.kind == DIRECTIVE_IF ||
                       directive.kind == DIRECTIVE_ELSE ||
                       directive.kind == DIRECTIVE_ENDIF;
    if (!skipped || conditional)
        base_push(lexer->out, directives, directive);
}

static void read_all(Lexer *lexer)
{
    while (lexer->at < lexer->end) {
        char c = peek(lexer, 0);

        if (isspace((unsigned char)c)) {
            if (c == '\n')
                lexer->fresh = true;
            advance(lexer, 1);
        } else if (c == '#' && lexer->fresh) {
            read_directive(lexer);
        } else if (!skip_nothing(lexer)) {
            Token token = {.start = lexer->at, .line = lexer->line};

            token.kind = read_token(lexer);
            token.end = lexer->at;
            lexer->fresh = false;
            if (lexer->skipped == 0)
                base_push(lexer->out, tokens, token);
        }
    }
}

CxxTokens cxx_tokens_read(const char *text)
{
    CxxTokens tokens = {.text = text};
    Lexer lexer = {.text = text,
                   .end = strlen(text),
                   .line = 1,
                   .fresh = true,
                   .out = &tokens};

    read_all(&lexer);
    return tokens;
}

CxxTokens cxx_tokens_part(const char *text, size_t start, size_t end,
                          uint32_t line)
{
    CxxTokens tokens = {.text = text};
    Lexer lexer = {
        .text = text, .at = start, .end = end, .line = line, .out = &tokens};

    read_all(&lexer);
    return tokens;
}

void cxx_tokens_free(CxxTokens *tokens)
{
    free(tokens->tokens);
    free(tokens->directives);
    *tokens = (CxxTokens){.text = NULL};
}

bool token_is(const char *text, const Token *token, const char *word)
{
    size_t length = strlen(word);

    return token->end - token->start == length &&
           memcmp(text + token->start, word, length) == 0;
}

bool includes_name(const char *text, const Directive *it, size_t *start,
                   size_t *end)
{
    *start = it->body;
    while (*start < it->end && strchr(" \t", text[*start]))
        ++*start;
    if (*start == it->end || !strchr("<\"", text[*start]))
        return false;
    char close = text[*start] == '<' ? '>' : '"';
    for (*end = ++*start; *end < it->end && text[*end] != close; ++*end)
        if (text[*end] == '\n')
            return false;
    return *end < it->end;
}
