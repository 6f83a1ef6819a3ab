-- title: Cards without a picture or credit
-- description: Cards whose section shows no picture, or names no illustrator.
select page, section, name as card, type, image, illustrator
from cards
where image is null or illustrator is null
order by page, section
