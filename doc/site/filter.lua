-- SPDX-License-Identifier: MIT
--
-- filter - makes pages of the site of the documents: links lead to pages, tables
-- can be scrolled, and pictures are there in light and dark.
--
--     pandoc -f gfm --lua-filter filter.lua -M folder=doc -M root=../ ...
--
-- FOLDER is where the document lies in the source tree, ROOT leads from its page
-- to the top of the site.  Sources that are linked to are written to the file
-- that $SITE_LINKS names, a path a line: they need pages, too.  With -M paper=yes
-- pictures are those of the document, as the documents on paper has them.

local folder, root, paper = '', '', false

-- Pages of documents, by their path in the source tree.
local pages = {
  ['README.md'] = 'readme.html', ['CONTRIBUTING.md'] = 'contributing.html',
  ['SECURITY.md'] = 'security.html', 
  ['doc/gpu.md'] = 'gpu.html', ['doc/reliability.md'] = 'reliability.html',
  ['doc/tutorial.md'] = 'tutorial.html', ['doc/your-program.md'] = 'your-program.html',
  ['doc/slides.md'] = 'slides.html', ['doc/lessons.md'] = 'lessons.html',
  ['doc/theory.md'] = 'theory.html', ['doc/reference.md'] = 'reference.html',
  ['kernels/'] = 'index.html#gallery',
  ['examples/'] = 'your-program.html#examples',
  ['assets/lessons/'] = 'index.html#lessons',
  ['doc/gpu-blocks.csv'] = 'gpu-blocks.csv', ['doc/gpu-large.csv'] = 'gpu-large.csv',
}

-- The path in the source tree that TARGET, without #..., means.
local function path_of(target)
  local parts = {}
  for part in (folder .. target):gmatch('[^/]+') do
    if part == '..' then table.remove(parts) elseif part ~= '.' then parts[#parts + 1] = part end
  end
  return table.concat(parts, '/') .. (target:match('/$') and '/' or '')
end

local function note(path)
  local name = os.getenv('SITE_LINKS')
  if not name then return end
  local file = assert(io.open(name, 'a'))
  file:write(path, '\n')
  file:close()
end

local function page_of(target)
  if target:match('^%a+:') or target:match('^#') then return target end
  local name, fragment = target:match('^([^#]*)(#?.*)$')
  if name:match('%.html$') or name:match('%.pdf$') then return target end
  local path = path_of(name)
  if pages[path] then return root .. pages[path] .. fragment end
  local kernel = path:match('^kernels/(.*)%.cu$')
  if kernel then return root .. 'algorithms/' .. kernel .. '.html#source' end
  note(path)
  return root .. 'source/' .. path .. '.html'
end

function Meta(meta)
  folder = meta.folder and pandoc.utils.stringify(meta.folder) or ''
  if folder ~= '' then folder = folder .. '/' end
  root = meta.root and pandoc.utils.stringify(meta.root) or ''
  paper = meta.paper ~= nil
end

local function Link(link)
  if not paper then
    link.target = page_of(link.target)
  elseif not link.target:match('^%a+:') and not link.target:match('^#') then
    return link.content -- leads nowhere on paper
  end
  return link
end

local function escape(text)
  return (text:gsub('&', '&amp;'):gsub('<', '&lt;'):gsub('"', '&quot;'))
end

-- The film of README.md is that of the first page, which stands still for those
-- who want no motion.
local function film(caption)
  local base = root .. 'pictures/hero'
  local source = '<source media="%s" srcset="' .. base .. '%s.webp">'
  return '<figure><picture>'
    .. source:format('(prefers-reduced-motion: reduce) and (prefers-color-scheme: dark)', '-still-dark')
    .. source:format('(prefers-reduced-motion: reduce)', '-still-light')
    .. source:format('(prefers-color-scheme: dark)', '-dark')
    .. '<img src="' .. base .. '-light.webp" alt="' .. escape(caption)
    .. '" width="960" height="540" loading="lazy"></picture><figcaption>'
    .. escape(caption) .. '</figcaption></figure>'
end

-- A picture by itself is a figure, and what it shows is told below it.
local function Para(para)
  if #para.content ~= 1 or para.content[1].t ~= 'Image' then return nil end
  local image = para.content[1]
  local caption = pandoc.utils.stringify(image.caption):gsub('%s+', ' ')
  if image.src:match('/motion%.gif$') and not paper then
    return pandoc.RawBlock('html', film(caption))
  end
  local name = image.src:match('([^/]*)%.png$')
  if not name then return nil end
  local html
  if paper then
    html = string.format('<figure><img src="%s.svg" alt=""><figcaption>%s</figcaption></figure>',
      name, escape(caption))
  else
    local base = root .. 'pictures/' .. name
    html = string.format('<figure><a href="%s-light.webp"><picture><source srcset="%s-dark.webp"'
      .. ' media="(prefers-color-scheme: dark)"><img src="%s-light.webp" alt="%s" width="1440"'
      .. ' height="810" loading="lazy"></picture></a><figcaption>%s</figcaption></figure>',
      base, base, base, escape(caption), escape(caption))
  end
  return pandoc.RawBlock('html', html)
end

local function Table(element)
  return {pandoc.RawBlock('html', '<div class="table" tabindex="0">'), element,
    pandoc.RawBlock('html', '</div>')}
end

return {{Meta = Meta}, {Para = Para}, {Link = Link, Table = Table}}
